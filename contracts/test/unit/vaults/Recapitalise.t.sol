// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";

import {IFunding} from "../../../src/interfaces/IFunding.sol";
import {Fixture} from "../../support/Fixture.sol";

contract RecapitaliseTest is Fixture {
    function setUp() public override {
        super.setUp();
        usdt.approve(address(funding), APPROVAL);
        dr.approve(address(funding), APPROVAL);
    }

    function _vaultAt(uint256 index) internal view returns (address) {
        if (index == 0) return address(vault);
        return index == 1 ? address(deflationVault) : address(nodeVault);
    }

    function test_recapitalise_goesWholeToTheVaultNamedAndSaysFromWhomAndWhy() public {
        for (uint256 index = 0; index < 3; ++index) {
            vm.expectEmit(address(funding));
            emit IFunding.Recapitalised(index, address(this), address(dr), 7e18, "stolen on 3 November");
            funding.recapitalise(index, address(dr), 7e18, "stolen on 3 November");
            assertEq(dr.balanceOf(_vaultAt(index)), 7e18);
        }
        for (uint256 index = 1; index < 3; ++index) {
            vm.expectEmit(address(funding));
            emit IFunding.Recapitalised(index, address(this), address(usdt), 5e18, "stolen on 3 November");
            funding.recapitalise(index, address(usdt), 5e18, "stolen on 3 November");
            assertEq(usdt.balanceOf(_vaultAt(index)), 5e18);
        }
        assertEq(dr.balanceOf(address(funding)) + usdt.balanceOf(address(funding)), 0);
    }

    /// @dev It pays no reward: what is owed already is covered out of sales, which are the operator's.
    function test_recapitalise_isTheTreasurysToo() public {
        usdt.transfer(treasury, 100e18);
        vm.startPrank(treasury);
        usdt.approve(address(funding), 100e18);
        funding.recapitalise(2, address(usdt), 100e18, "out of sales");
        assertEq(usdt.balanceOf(address(nodeVault)), 100e18);
    }

    /// @dev Nothing of it is a deposit, and nothing changes what a vault has paid.
    function test_recapitalise_addsToNothingThatIsOwed() public {
        funding.recapitalise(2, address(usdt), 100e18, "memo");
        assertEq(nodeVault.totalDeposited(address(usdt)), 0);
        assertEq(nodeVault.credited(address(this), address(usdt)), 0);
        assertEq(nodeVault.totalPaid(address(usdt)), 0);
    }

    function test_recapitalise_revertsForWhatAVaultDoesNotPay() public {
        vm.expectRevert(abi.encodeWithSelector(IFunding.TokenNotSupported.selector, address(usdt)));
        funding.recapitalise(0, address(usdt), 1e18, "memo");
        for (uint256 index = 0; index < 3; ++index) {
            vm.expectRevert(abi.encodeWithSelector(IFunding.TokenNotSupported.selector, address(drgv)));
            funding.recapitalise(index, address(drgv), 1e18, "memo");
        }
        vm.expectRevert(abi.encodeWithSelector(IFunding.VaultUnknown.selector, 3));
        funding.recapitalise(3, address(dr), 1e18, "memo");
        vm.expectRevert(abi.encodeWithSelector(IFunding.VaultUnknown.selector, type(uint256).max));
        funding.recapitalise(type(uint256).max, address(usdt), 1e18, "memo");
    }

    function test_recapitalise_takesNoDustAndNoWordlessLine() public {
        vm.expectRevert(abi.encodeWithSelector(IFunding.AmountTooSmall.selector, 1e18 - 1, 1e18));
        funding.recapitalise(0, address(dr), 1e18 - 1, "memo");
        vm.expectRevert(abi.encodeWithSelector(IFunding.MemoInvalid.selector, 0));
        funding.recapitalise(0, address(dr), 1e18, "");
        vm.expectRevert(abi.encodeWithSelector(IFunding.MemoInvalid.selector, 141));
        funding.recapitalise(0, address(dr), 1e18, string(new bytes(141)));
        funding.recapitalise(0, address(dr), 1e18, string(new bytes(140)));
    }

    function test_recapitalise_pullsFromItsCallerAlone() public {
        vm.prank(alice);
        vm.expectPartialRevert(IERC20Errors.ERC20InsufficientAllowance.selector);
        funding.recapitalise(0, address(dr), 1e18, "not mine");
    }

    function testFuzz_recapitalise_losesNothing(uint256 index, bool inDr, uint256 amount) public {
        index = bound(index, inDr ? 0 : 1, 2);
        amount = bound(amount, 1e18, 10_000_000e18);
        IERC20 token = IERC20(inDr ? address(dr) : address(usdt));
        uint256 before = token.balanceOf(address(this));
        funding.recapitalise(index, address(token), amount, "memo");
        assertEq(token.balanceOf(_vaultAt(index)), amount);
        assertEq(before - token.balanceOf(address(this)), amount);
    }
}
