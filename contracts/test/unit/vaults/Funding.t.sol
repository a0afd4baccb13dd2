// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";

import {IFunding} from "../../../src/interfaces/IFunding.sol";
import {Fixture} from "../../support/Fixture.sol";

contract FundingTest is Fixture {
    function setUp() public override {
        super.setUp();
        usdt.approve(address(funding), APPROVAL);
        dr.approve(address(funding), APPROVAL);
    }

    function test_fundPools_splitsEightyToTwentyAndNamesItsSource() public {
        vm.expectEmit(address(funding));
        emit IFunding.Funded(
            IFunding.Kind.Pools, address(this), address(usdt), 0, 801e18, 200.25e18, "advertising, October"
        );
        funding.fundPools(address(usdt), 1_001.25e18, "advertising, October");
        assertEq(usdt.balanceOf(address(deflationVault)), 801e18);
        assertEq(usdt.balanceOf(address(nodeVault)), 200.25e18);
        assertEq(usdt.balanceOf(address(funding)), 0);
        funding.fundPools(address(dr), 100e18, "ours");
        assertEq(dr.balanceOf(address(deflationVault)), 80e18);
        assertEq(dr.balanceOf(address(nodeVault)), 20e18);
    }

    function test_fundPools_givesTheRemainderToTheDeflationVault() public {
        funding.fundPools(address(usdt), 1e18 + 4, "dust");
        assertEq(usdt.balanceOf(address(deflationVault)), 0.8e18 + 4);
        assertEq(usdt.balanceOf(address(nodeVault)), 0.2e18);
    }

    function test_fundBudget_goesWholeToTheNodeVault() public {
        vm.expectEmit(address(funding));
        emit IFunding.Funded(IFunding.Kind.Budget, address(this), address(dr), 7, 0, 500e18, "package 3, in DR");
        funding.fundBudget(7, address(dr), 500e18, "package 3, in DR");
        assertEq(dr.balanceOf(address(nodeVault)), 500e18);
        assertEq(dr.balanceOf(address(deflationVault)), 0);
    }

    function test_fund_refusesTheTreasury() public {
        usdt.transfer(treasury, 100e18);
        vm.startPrank(treasury);
        usdt.approve(address(funding), 100e18);
        vm.expectRevert(IFunding.SourceIsTreasury.selector);
        funding.fundPools(address(usdt), 100e18, "sales");
        vm.expectRevert(IFunding.SourceIsTreasury.selector);
        funding.fundBudget(1, address(usdt), 100e18, "sales");
    }

    function test_fund_revertsForAnotherTokenOrNothing() public {
        vm.expectRevert(abi.encodeWithSelector(IFunding.TokenNotSupported.selector, address(drgv)));
        funding.fundPools(address(drgv), 1e18, "memo");
        vm.expectRevert(abi.encodeWithSelector(IFunding.TokenNotSupported.selector, address(usdr)));
        funding.fundBudget(1, address(usdr), 1e18, "memo");
    }

    /// @dev The audit's I-6: a base unit and a memo of a stranger's were a row for good.
    function test_attack_fundingTakesNoDust() public {
        uint256[2] memory amounts = [uint256(0), 1e18 - 1];
        for (uint256 i = 0; i < amounts.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(IFunding.AmountTooSmall.selector, amounts[i], 1e18));
            funding.fundPools(address(usdt), amounts[i], "memo");
            vm.expectRevert(abi.encodeWithSelector(IFunding.AmountTooSmall.selector, amounts[i], 1e18));
            funding.fundBudget(1, address(dr), amounts[i], "memo");
        }
        funding.fundBudget(1, address(dr), 1e18, "memo");
    }

    function test_fund_revertsWithoutAMemoOrWithALongOne() public {
        vm.expectRevert(abi.encodeWithSelector(IFunding.MemoInvalid.selector, 0));
        funding.fundPools(address(usdt), 1e18, "");
        vm.expectRevert(abi.encodeWithSelector(IFunding.MemoInvalid.selector, 141));
        funding.fundBudget(1, address(usdt), 1e18, string(new bytes(141)));
        funding.fundBudget(1, address(usdt), 1e18, string(new bytes(140)));
    }

    /// @dev A fifth of the minimum amount is something: the node vault always gets its part.
    function test_fundPools_takesExactlyTheMinimumAmount() public {
        funding.fundPools(address(usdt), 1e18, "x");
        assertEq(usdt.balanceOf(address(nodeVault)), 0.2e18);
        assertEq(usdt.balanceOf(address(deflationVault)), 0.8e18);
    }

    function test_fund_revertsWithoutAllowance() public {
        vm.prank(alice);
        vm.expectPartialRevert(IERC20Errors.ERC20InsufficientAllowance.selector);
        funding.fundPools(address(usdt), 1e18, "not mine");
    }

    function testFuzz_fundPools_losesNothing(uint256 amount) public {
        amount = bound(amount, 1e18, 10_000_000e18);
        funding.fundPools(address(usdt), amount, "memo");
        uint256 toNode = usdt.balanceOf(address(nodeVault));
        assertEq(toNode + usdt.balanceOf(address(deflationVault)), amount);
        assertEq(toNode, amount / 5);
    }
}
