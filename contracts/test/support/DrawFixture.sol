// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {DR} from "../../src/DR.sol";
import {DigitDraw} from "../../src/DigitDraw.sol";
import {IBurnable} from "../../src/interfaces/IBurnable.sol";
import {BlockHistory} from "./BlockHistory.sol";

/// @notice A draw with 9,000 DR in its pot and 5,000 in its bond, and five accounts with DR.
abstract contract DrawFixture is BlockHistory {
    bytes32 internal constant SECRET = keccak256("secret");
    uint256 internal constant OPEN_BLOCKS = 20;
    address internal immutable admin = makeAddr("admin");
    address internal immutable drawer = makeAddr("drawer");
    address internal immutable treasury = makeAddr("treasury");
    address internal immutable sponsor = makeAddr("sponsor");
    address internal immutable alice = makeAddr("alice");
    address internal immutable bob = makeAddr("bob");
    DR internal dr;
    DigitDraw internal draw;

    function setUp() public {
        vm.roll(1_000);
        address[] memory holders = new address[](5);
        (holders[0], holders[1], holders[2], holders[3], holders[4]) = (sponsor, drawer, alice, bob, treasury);
        uint256[] memory amounts = new uint256[](5);
        for (uint256 i = 0; i < 5; ++i) {
            amounts[i] = 20_000_000e18;
        }
        dr = new DR(holders, amounts);
        draw = new DigitDraw(IBurnable(address(dr)), admin, treasury, drawer);
        for (uint256 i = 0; i < 5; ++i) {
            vm.prank(holders[i]);
            dr.approve(address(draw), type(uint256).max);
        }
        vm.prank(sponsor);
        draw.fundPot(9_000e18, "July's prizes");
        vm.prank(drawer);
        draw.postBond(5_000e18);
    }

    function _open() internal returns (uint256 drawId) {
        bytes32 commitment = keccak256(abi.encode(draw.drawCount() + 1, SECRET));
        vm.prank(drawer);
        return draw.open(commitment, OPEN_BLOCKS);
    }

    function _enter(address account, uint256 drawId, uint8 digit, uint256 amount) internal {
        vm.prank(account);
        draw.enter(drawId, digit, amount);
    }

    /// @dev One entry of each on every digit, so that whatever is drawn, someone wins.
    function _enterAll(address account, uint256 drawId, uint256 amount) internal {
        for (uint8 digit = 0; digit < 10; ++digit) {
            _enter(account, drawId, digit, amount);
        }
    }

    function _toTarget(uint256 drawId, uint256 beyond) internal {
        vm.roll(draw.drawOf(drawId).targetBlock + beyond);
    }
}
