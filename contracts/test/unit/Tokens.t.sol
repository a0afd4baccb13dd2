// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {DR} from "../../src/DR.sol";
import {FixedSupplyToken} from "../../src/FixedSupplyToken.sol";
import {TestUSDT} from "../../src/TestUSDT.sol";
import {TreasuryVesting} from "../../src/TreasuryVesting.sol";
import {USDR} from "../../src/USDR.sol";
import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";
import {Fixture} from "../support/Fixture.sol";

contract TokensTest is Fixture {
    function test_fixedSupply_isSplitAsPromised() public view {
        assertEq(dr.totalSupply(), 100_000_000e18);
        assertEq(dr.balanceOf(address(emission)), 73_000_000e18);
        assertEq(dr.balanceOf(vesting), 10_000_000e18);
        assertEq(drgv.totalSupply(), 100_000_000e18);
        assertEq(drgv.balanceOf(vesting), 20_000_000e18);
        assertEq(dr.decimals(), 18);
        assertEq(drgv.symbol(), "DRGV");
    }

    function test_tokens_transferAndSpendWithinTheAllowance() public {
        IERC20Metadata[4] memory tokens = [IERC20Metadata(dr), drgv, usdt, new USDR(usdt)];
        for (uint256 index = 0; index < tokens.length; index++) {
            IERC20Metadata token = tokens[index];
            deal(address(token), address(this), 10e18);
            uint256 supply = token.totalSupply();
            assertTrue(token.transfer(alice, 6e18));
            assertEq(token.balanceOf(alice), 6e18);
            assertEq(token.balanceOf(address(this)), 4e18);
            vm.prank(alice);
            assertTrue(token.approve(bob, 5e18));
            assertEq(token.allowance(alice, bob), 5e18);
            vm.prank(bob);
            assertTrue(token.transferFrom(alice, bob, 2e18));
            assertEq(token.allowance(alice, bob), 3e18);
            assertEq(token.balanceOf(bob), 2e18);
            vm.expectRevert();
            vm.prank(bob);
            token.transferFrom(alice, bob, 3e18 + 1);
            assertEq(token.totalSupply(), supply);
            assertEq(token.decimals(), 18);
        }
    }

    function test_fixedSupply_fallsWhenBurned() public {
        dr.burn(1e18);
        assertEq(dr.totalSupply(), 100_000_000e18 - 1e18);
    }

    function test_fixedSupply_revertsWhenTheAmountsDoNotAddUp() public {
        address[] memory holders = new address[](1);
        holders[0] = alice;
        uint256[] memory amounts = new uint256[](1);
        amounts[0] = 100_000_000e18 - 1;
        vm.expectRevert(FixedSupplyToken.InitialSupplyMismatch.selector);
        new DR(holders, amounts);
        amounts[0] = 100_000_000e18 + 1;
        vm.expectRevert(FixedSupplyToken.InitialSupplyMismatch.selector);
        new DR(holders, amounts);
        vm.expectRevert(FixedSupplyToken.InitialSupplyMismatch.selector);
        new DR(holders, new uint256[](2));
    }

    function test_testUsdt_claimServesEachAddressOncePerCooldown() public {
        vm.expectEmit(address(usdt));
        emit TestUSDT.Claimed(alice, 10_000e18);
        usdt.claim(alice, 10_000e18);
        assertEq(usdt.balanceOf(alice), 10_000e18);
        usdt.claim(bob, 1);
        uint256 next = block.timestamp + 1 hours;
        vm.expectRevert(abi.encodeWithSelector(TestUSDT.ClaimTooSoon.selector, next));
        usdt.claim(alice, 1);
        vm.warp(next);
        usdt.claim(alice, 1);
    }

    function test_testUsdt_claimRevertsAboveItsMaximum() public {
        vm.expectRevert(abi.encodeWithSelector(TestUSDT.ClaimTooLarge.selector, 10_000e18 + 1, 10_000e18));
        usdt.claim(alice, 10_000e18 + 1);
    }

    function test_testUsdt_refusesBnbSmartChain() public {
        vm.chainId(56);
        vm.expectRevert(TestUSDT.MainnetForbidden.selector);
        new TestUSDT(alice, 1);
    }

    function test_usdr_wrapsAndUnwrapsOneToOne() public {
        USDR usdr = new USDR(usdt);
        usdt.approve(address(usdr), 100e18);
        usdr.depositFor(alice, 100e18);
        assertEq(usdr.balanceOf(alice), 100e18);
        assertEq(usdr.totalSupply(), usdt.balanceOf(address(usdr)));
        vm.prank(alice);
        usdr.withdrawTo(bob, 40e18);
        assertEq(usdt.balanceOf(bob), 40e18);
        assertEq(usdr.totalSupply(), 60e18);
        assertEq(usdr.decimals(), 18);
    }

    function test_treasuryVesting_releasesEvenlyOverFourYears() public {
        TreasuryVesting wallet = new TreasuryVesting(treasury);
        dr.transfer(address(wallet), 1_461e18);
        assertEq(wallet.releasable(address(dr)), 0);
        skip(1 days);
        wallet.release(address(dr));
        assertEq(dr.balanceOf(treasury), 1e18);
        skip(1461 days);
        wallet.release(address(dr));
        assertEq(dr.balanceOf(treasury), 1_461e18);
    }
}
