// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {DigitDraw} from "../../src/DigitDraw.sol";
import {IBurnable} from "../../src/interfaces/IBurnable.sol";
import {IDigitDraw} from "../../src/interfaces/IDigitDraw.sol";
import {Fixture} from "../support/Fixture.sol";

/// @notice Dust in the draw's pot (audit of November 2026, A-6).
contract PotDustTest is Fixture {
    /// @dev One base unit put a line into the app's list of who funded the pot: for nothing a stranger filled
    /// the list.
    function test_attack_noOneFillsTheListOfFundingsForNothing() public {
        DigitDraw draw = new DigitDraw(IBurnable(address(dr)), address(timelock), treasury, makeAddr("drawer"));
        dr.approve(address(draw), type(uint256).max);
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.EntryTooSmall.selector, 1));
        draw.fundPot(1, "a line for one base unit");
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.EntryTooSmall.selector, 1e18 - 1));
        draw.fundPot(1e18 - 1, "a line");
        draw.fundPot(1e18, "a line for 1 DR");
        assertEq(draw.potFree(), 1e18);
        assertEq(IERC20(address(dr)).balanceOf(address(draw)), 1e18);
    }
}
